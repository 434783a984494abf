/** What is wrong with a field of a request, for programs. */
export const FIELD_FAULTS = [
  'required',
  'empty',
  'unknown',
  'wrong_type',
  'wrong_length',
  'out_of_range',
  'not_a_choice',
  'wrong_format',
  'invalid',
] as const;

export type FieldFaultCode = (typeof FIELD_FAULTS)[number];

/** One fault of a request. */
export interface FieldFault {
  /** Its path, for instance `options.param1`. */
  readonly field: string;
  readonly code: FieldFaultCode;
  /** Names the field and says what it should be. */
  readonly message: string;
}

/** @param words what follows the field's name, for instance "must be in the future" */
export const fieldFault = (field: string, code: FieldFaultCode, words: string): FieldFault => ({
  field,
  code,
  message: `${field} ${words}`,
});
