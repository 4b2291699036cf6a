import * as v from 'valibot';
import {
  limits,
  parseOption,
  TRACE_FORMATS,
  type TraceFormat,
  type TraceOption,
} from '../../../../sim/index.ts';
import { type Parsed, parsedBy } from '../../../wire/parsed.ts';
import { shown } from '../../fields/field-problems.ts';
import {
  duration,
  durationPattern,
  either,
  list,
  looksLike,
  members,
  must,
  name,
  positive,
  text,
  whole,
  word,
} from '../../fields/strict-fields.ts';
import { generated } from './generated-entry.ts';
import { gprBody } from './script-gpr.ts';

const instantBe = 'a time after the start such as "+5m"';

const node = either([whole(0, limits.nodes - 1), name()], 'an index counted from 0, or a name');

const stepKinds = ['gpr', 'nodeDown', 'nodeUp'] as const;

const step = v.pipe(
  members({
    at: v.pipe(
      v.string(must(instantBe)),
      v.startsWith('+', must(instantBe)),
      looksLike(`^\\+${durationPattern}$`),
      v.description(instantBe),
      v.transform((at) => at.slice(1)),
      duration({ zero: true }),
    ),
    gpr: v.optional(gprBody),
    runtime: v.optional(duration()),
    nodeDown: v.optional(
      members({ cluster: name(), node, repairAfter: v.optional(duration({ zero: true })) }),
    ),
    nodeUp: v.optional(members({ cluster: name(), node })),
  }),
  v.check(
    (step) => stepKinds.filter((kind) => step[kind] !== undefined).length === 1,
    `must have exactly one of ${stepKinds.join(', ')}`,
  ),
  v.metadata({ oneOf: stepKinds.map((kind) => ({ required: [kind] })) }),
  v.check(
    (step) => step.runtime === undefined || (step.gpr !== undefined && step.runtime <= step.gpr.exitMs),
    'must have a runtime only with a gpr, and not above its exitDuration',
  ),
);

const script = members({
  kind: v.literal('script'),
  steps: list(step, 1, limits.steps),
});

/** A recorded trace. In the file, its kind is the name of the format. */
interface TraceEntry {
  readonly kind: 'trace';
  readonly format: TraceFormat;
  /** Paths by member. */
  readonly files: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
}

const traces = TRACE_FORMATS.map(({ name, files, options }) => {
  const paths = Object.keys(files).map((file) => [file, text(4096)]);
  const values = Object.entries(options).map(([option, its]) => [option, optionValue(its)]);
  return members({ kind: v.literal(name), ...Object.fromEntries([...paths, ...values]) });
});

function optionValue(option: TraceOption<unknown>): v.GenericSchema<unknown, unknown> {
  const { form, be } = option;
  const parse = (given: string) => parseOption(option, given);
  const value = 'most' in form ? positive(form.most) : wordOrDigits(be, form.pattern, parse);
  const schema = value as v.GenericSchema<unknown, unknown>;
  return option.isNeeded ? schema : v.optional(schema, option.default);
}

/** A text of digits may also be a number. */
function wordOrDigits(be: string, pattern: string, parse: (given: string) => Parsed<unknown>) {
  const asText = word(be, pattern, parse);
  if (!new RegExp(pattern).test('1')) return asText;
  return either([v.pipe(v.number(), v.integer(), v.transform(String), parsedBy(parse)), asText], be);
}

const kinds = ['generated', 'script', ...TRACE_FORMATS.map(({ name }) => name)];
const kindsBe = kinds
  .map((kind) => JSON.stringify(kind))
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1');

type Drawn = v.InferOutput<typeof generated>;
type Script = v.InferOutput<typeof script>;

/** An entry of `workload`: generated, a script, or a trace of a known format. */
export const workload = v.pipe(
  v.variant('kind', [generated, script, ...traces], (issue) =>
    issue.path === undefined
      ? `must be an object with a kind, but is ${shown(issue.input)}`
      : must(kindsBe)(issue),
  ),
  v.transform((entry): Drawn | Script | TraceEntry => {
    const format = TRACE_FORMATS.find(({ name }) => name === entry.kind);
    return format === undefined ? (entry as Drawn | Script) : traceEntry(format, entry);
  }),
);

function traceEntry(format: TraceFormat, entry: Readonly<Record<string, unknown>>): TraceEntry {
  const only = (members: object) =>
    Object.fromEntries(Object.keys(members).map((name) => [name, entry[name]]));
  const files = only(format.files) as TraceEntry['files'];
  return { kind: 'trace', format, files, options: only(format.options) };
}
