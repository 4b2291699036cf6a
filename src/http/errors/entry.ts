// What an entry of the catalogue of errors is made of. Words in {braces} are filled in when the error happens.

/** What is wrong with one field of a request. */
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

export interface DocumentData {
  readonly form: 'document';
  readonly title: string;
  readonly text: string;
  readonly reason: string;
  /** A link; `NA` without. */
  readonly reference?: string;
  /** Details that do not hang on the request. */
  readonly details?: readonly Problem[];
}

interface TextData {
  readonly form: 'text';
  readonly text: string;
  readonly reason: string;
}

export interface CatalogueEntry {
  readonly statusCode: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 417 | 422 | 431 | 500 | 501 | 503;
  readonly status: string;
  readonly errorKey: string;
  readonly message: string;
  /** error.message, where it says more than the envelope's message does. */
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

/** An error of the service's own resources: status `Error` and no key. */
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

/** An error whose key is its status. */
export const keyed = (
  statusCode: CatalogueEntry['statusCode'],
  status: string,
  message: string,
  data: ErrorData | null = null,
): CatalogueEntry => ({ statusCode, status, errorKey: status, message, data });
