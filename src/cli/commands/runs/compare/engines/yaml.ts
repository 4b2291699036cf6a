// Writes YAML: maps and lists by indentation, texts in quotes where YAML could read them as something else.

/** Texts that are no number, boolean or null in any version of YAML. */
const plain = /^(?!(?:true|false|yes|no|on|off|null|y|n)$)[A-Za-z][\w./-]*$/i;
/** Characters that JSON allows and YAML does not. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** @param value as in JSON; undefined members are omitted */
export function yamlOf(value: object, indent = ''): string {
  if (Array.isArray(value)) {
    // The first line of an item follows the dash.
    return value.map((item) => `${indent}- ${itemOf(item, `${indent}  `)}`).join('');
  }
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${indent}${textOf(name)}:${memberOf(member, indent)}`)
    .join('');
}

function itemOf(item: unknown, indent: string): string {
  return isNested(item) ? yamlOf(item, indent).slice(indent.length) : `${scalarOf(item)}\n`;
}

function memberOf(member: unknown, indent: string): string {
  return isNested(member) ? `\n${yamlOf(member, `${indent}  `)}` : ` ${scalarOf(member)}\n`;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function scalarOf(value: unknown): string {
  return typeof value === 'string' ? textOf(value) : JSON.stringify(value);
}

function textOf(text: string): string {
  return plain.test(text) ? text : quoted(text);
}

/** A text in quotes, on one line. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    unprintable,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
