import type { InboundFileAnswer } from '../../channels/index.js';
import { safeFileName } from '../../media/index.js';
import { fieldsOf, type JsonRecord, textOf } from '../../channels/kit/index.js';

/** The upload address for an accepted file in the person's drive (wire 1.11). */
export interface ConsentPlace {
  readonly uploadUrl: string;
  readonly contentUrl: string;
  readonly uniqueId: string;
  readonly name: string;
  readonly fileType: string;
}

const MAX_CHARS = 8_192;
const MAX_ID = 128;

type Answer = Pick<InboundFileAnswer, 'offerId' | 'isAccepted' | 'filename' | 'place'>;

/** @returns undefined for an answer without its request or without an upload address */
export function consentIn(value: unknown): Answer | undefined {
  const { type, action, context, uploadInfo } = fieldsOf(value);
  const { uploadId, filename } = fieldsOf(context);
  const offerId = shortText(uploadId, MAX_ID);
  if (type !== 'fileUpload' || offerId === undefined) return undefined;
  const base = { offerId, filename: safeFileName(textOf(filename) ?? '') ?? 'file' };
  if (action === 'decline') return { ...base, isAccepted: false, place: {} };
  const place = action === 'accept' ? placeIn(fieldsOf(uploadInfo)) : undefined;
  return place && { ...base, isAccepted: true, place: { ...place } };
}

function placeIn(info: JsonRecord): ConsentPlace | undefined {
  const [uploadUrl, contentUrl] = [shortText(info.uploadUrl), shortText(info.contentUrl)];
  const [uniqueId, name] = [shortText(info.uniqueId, MAX_ID), shortText(info.name, 400)];
  if (uploadUrl === undefined || contentUrl === undefined) return undefined;
  if (uniqueId === undefined || name === undefined) return undefined;
  return { uploadUrl, contentUrl, uniqueId, name, fileType: shortText(info.fileType, 32) ?? '' };
}

/** The state of a `handover` that this connector's answer started. */
export function consentPlaceOf(place: Readonly<Record<string, string>>): ConsentPlace | undefined {
  return placeIn(place);
}

const shortText = (value: unknown, most = MAX_CHARS): string | undefined => {
  const text = textOf(value);
  return text !== undefined && text.length <= most && text.isWellFormed() ? text : undefined;
};
