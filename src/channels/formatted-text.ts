/** The styles of a text that people see elsewhere too. */
export const TEXT_STYLES = ['bold', 'italic', 'underline', 'strikethrough'] as const;
export type TextStyle = (typeof TEXT_STYLES)[number];

/** A part of a text that is shown in these styles. It lies within the text, and neither it nor `styles` is empty. */
export interface StyledRange {
  /** UTF-16 units, like `length`. */
  readonly start: number;
  readonly length: number;
  readonly styles: readonly TextStyle[];
}

/** A text without marks that reads well by itself, and the styles of its parts. */
export interface FormattedText {
  readonly text: string;
  /** In order, without overlaps; absent where nothing is styled. */
  readonly styled?: readonly StyledRange[];
}

/** @param styled may be empty */
export const formattedText = (text: string, styled: readonly StyledRange[]): FormattedText =>
  styled.length === 0 ? { text } : { text, styled };
