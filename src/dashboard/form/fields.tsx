// The fields of a form, each tied to its label, its hint and the problems that the server reports at it.

import { useId } from 'preact/hooks';
import type { Problem } from '../session/server-call.ts';
import { sentence } from '../text/plain.ts';
import { type Field, initialValues, type Value, type Values } from './field.ts';
import { listOf } from './form-body.ts';

interface Props {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly change: (values: Values) => void;
  readonly problems: readonly Problem[];
  /** The path of the group that has the fields: '' or `steps[0].`. */
  readonly path?: string;
}

export function Fields({ fields, values, change, problems, path = '' }: Props) {
  return (
    <div class="fields">
      {fields.map((field) => {
        const at = path + field.name;
        const shown = {
          field,
          fields,
          at,
          value: values[field.name] ?? '',
          change: (value: Value) => change({ ...values, [field.name]: value }),
          problems: problems.filter((problem) => isAt(problem, at)),
        };
        return field.kind === 'rows' ? <Rows key={at} {...shown} /> : <Entry key={at} {...shown} />;
      })}
    </div>
  );
}

/** Whether a problem concerns the member at a path, or a part of it. */
export function isAt({ field }: Problem, path: string): boolean {
  return field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);
}

interface Entered {
  readonly field: Field;
  /** All entries of its group. */
  readonly fields: readonly Field[];
  readonly at: string;
  readonly value: Value;
  readonly change: (value: Value) => void;
  readonly problems: readonly Problem[];
}

function Entry({ field, fields, at, value, change, problems }: Entered) {
  const id = useId();
  const { label, hint, kind, isRequired } = field;
  const described = [hint && `${id}-hint`, problems.length > 0 && `${id}-problem`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name: at,
    'data-testid': `field-${at}`,
    required: isRequired === true && kind !== 'flag',
    'aria-invalid': problems.length > 0 ? ('true' as const) : undefined,
    'aria-describedby': described === '' ? undefined : described,
  };
  return (
    <div class={`field is-${kind}`}>
      <label for={id} id={`${id}-label`}>
        {label}
        {attributes.required && <span aria-hidden="true"> *</span>}
      </label>
      <Control field={field} value={value} change={change} attributes={attributes} />
      {hint && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problems.length > 0 && (
        <p class="problem" id={`${id}-problem`}>
          {problems.map((problem) => atEntry(problem, fields)).join(' ')}
        </p>
      )}
    </div>
  );
}

interface Controlled extends Pick<Entered, 'field' | 'value' | 'change'> {
  readonly attributes: { readonly id: string } & Readonly<Record<string, unknown>>;
}

function Control({ field, value, change, attributes }: Controlled) {
  const { kind, choices = [], isFixed, unset, isRequired, none } = field;
  const onInput = (event: { currentTarget: { value: string } }) => change(event.currentTarget.value);
  switch (kind) {
    case 'flag':
      return (
        <input
          {...attributes}
          type="checkbox"
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case 'maybe':
    case 'choice': {
      // A record may have a value that no longer exists.
      const known = value === '' || choices.includes(String(value)) ? choices : [...choices, String(value)];
      const offered = kind === 'maybe' ? ['yes', 'no'] : known;
      return (
        <select {...attributes} value={String(value)} disabled={isFixed} onChange={onInput}>
          {(!isRequired || value === '') && <option value="">{unset ?? ''}</option>}
          {offered.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    }
    case 'several': {
      const chosen = listOf(String(value));
      const { required: _, name: __, ...shared } = attributes;
      // A record may have values that no longer exist.
      const offered = [...new Set([...choices, ...chosen])];
      return (
        <fieldset {...shared} aria-labelledby={`${attributes.id}-label`} class="several">
          {offered.map((choice) => (
            <label key={choice}>
              <input
                type="checkbox"
                checked={chosen.includes(choice)}
                onChange={({ currentTarget: { checked } }) =>
                  change(
                    JSON.stringify(
                      offered.filter((name) => (name === choice ? checked : chosen.includes(name))),
                    ),
                  )
                }
              />{' '}
              {choice}
            </label>
          ))}
        </fieldset>
      );
    }
    case 'lines':
    case 'json':
      return (
        <textarea
          {...attributes}
          rows={kind === 'json' ? 4 : 3}
          spellcheck={false}
          value={String(value)}
          onInput={onInput}
        />
      );
    default:
      return (
        <>
          <input
            {...attributes}
            type={kind === 'day' ? 'date' : 'text'}
            inputMode={kind === 'number' ? 'numeric' : undefined}
            autocomplete="off"
            spellcheck={false}
            placeholder={none === undefined ? undefined : 'none'}
            list={choices.length > 0 ? `${attributes.id}-known` : undefined}
            readOnly={isFixed}
            value={String(value)}
            onInput={onInput}
          />
          {choices.length > 0 && (
            <datalist id={`${attributes.id}-known`}>
              {choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </>
      );
  }
}

/** Groups of fields that the user adds and removes. */
function Rows({ field, at, value, change, problems }: Entered) {
  const { label, hint, fields = [] } = field;
  const rows = value as readonly Values[];
  const isOwn = (problem: Problem) =>
    !rows.some((_, i) => fields.some(({ name }) => isAt(problem, `${at}[${i}].${name}`)));
  const own = problems.filter(isOwn);
  return (
    <fieldset class="rows">
      <legend>{label}</legend>
      {hint && <p class="quiet">{hint}</p>}
      {rows.map((row, i) => (
        <fieldset class="row" aria-label={`${label} ${i + 1}`} key={i}>
          <Fields
            fields={fields}
            values={row}
            change={(changed) => change(rows.map((other, j) => (j === i ? changed : other)))}
            problems={problems}
            path={`${at}[${i}].`}
          />
          <button
            class="small"
            aria-label={`Remove ${label} ${i + 1}`}
            onClick={() => change(rows.filter((_, j) => j !== i))}
          >
            Remove
          </button>
        </fieldset>
      ))}
      <button
        class="small"
        data-testid={`add-${at}`}
        aria-label={`Add to ${label.toLowerCase()}`}
        onClick={() => change([...rows, initialValues(fields)])}
      >
        Add
      </button>
      {own.length > 0 && <p class="problem">{own.map((problem) => atEntry(problem, fields)).join(' ')}</p>}
    </fieldset>
  );
}

/** `"priority" is required` → `Is required.`: the label is beside it. */
function atEntry({ message }: Problem, fields: readonly Field[]): string {
  return sentence(message.replace(/^("[^"]*":? )+(?!or )/, ''), fields);
}
