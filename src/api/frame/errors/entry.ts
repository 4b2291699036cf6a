// The entries of the error catalogue. Words in {braces} are replaced when the error occurs.

export interface Problem {
  readonly field: string;
  readonly reason:
    | 'FieldValueRequired'
    | 'FieldValueInvalid'
    | 'FieldValueTypeInvalid'
    | 'FieldValueNotSupported'
    | 'FieldForbidden';
  readonly message: string;
}

/** The two forms of `error.data`: a JSON document as a string, and a line of plain text. */
export type ErrorData = DocumentData | TextData;

interface DocumentData {
  readonly form: 'document';
  readonly title: string;
  readonly text: string;
  readonly reason: string;
  /** A link. Default: `NA`. */
  readonly reference?: string;
  /** Fixed details, instead of the problems of the request. */
  readonly details?: readonly Problem[];
}

interface TextData {
  readonly form: 'text';
  readonly text: string;
  readonly reason: string;
}

export interface CatalogueEntry {
  readonly statusCode:
    | 400
    | 401
    | 403
    | 404
    | 405
    | 408
    | 409
    | 413
    | 415
    | 417
    | 422
    | 431
    | 500
    | 501
    | 503;
  readonly status: string;
  readonly errorKey: string;
  readonly message: string;
  /** `error.message`, if it differs from `message`. */
  readonly errorMessage?: string;
  readonly data: ErrorData | null;
}

/** Form 1 of `error.data`. */
export const document = (title: string, text: string, reason: string): DocumentData => ({
  form: 'document',
  title,
  text,
  reason,
});
/** Form 2 of `error.data`. */
export const text = (line: string, reason: string): ErrorData => ({ form: 'text', text: line, reason });

/** An error with the status `Error` and an empty key. */
export const plain = (
  statusCode: CatalogueEntry['statusCode'],
  message: string,
  data: ErrorData,
): CatalogueEntry => ({
  statusCode,
  status: 'Error',
  errorKey: '',
  message,
  data,
});

/** An error whose key equals its status. */
export const keyed = (
  statusCode: CatalogueEntry['statusCode'],
  status: string,
  message: string,
  data: ErrorData | null = null,
): CatalogueEntry => ({ statusCode, status, errorKey: status, message, data });

/** Of a request with problems. */
export const invalid = (title: string): CatalogueEntry =>
  plain(422, '{problems}', document(title, '{problems}', 'Invalid'));

export const explained = (
  statusCode: CatalogueEntry['statusCode'],
  title: string,
  reason: string,
): CatalogueEntry => plain(statusCode, '{why}', document(title, '{why}', reason));
