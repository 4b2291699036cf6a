// The kinds of faults.

export const KINDS = {
  death: 'the process ends at an operation',
  power: 'durable: the power fails at an operation',
  'power-quick': 'not durable: the power fails at an operation',
  twice: 'durable: the power fails at an operation, and again while the world is opened',
  fail: 'calls fail while the world runs, then the process ends at an operation',
  'fail-power': 'durable or not: calls fail while the world runs, then the power fails',
  again: 'syncs fail, the process ends, another one continues the world, then the power fails',
  opening: 'calls fail while a world is opened after the process ended',
  damage: 'bytes or files of a world are changed',
} as const;
export type Kind = keyof typeof KINDS;

/** Cases that cut the same life. A life with failing calls is another one in each case, or in a few. */
export const CASES_PER_LIFE: Readonly<Record<Kind, number>> = {
  death: 25,
  power: 25,
  'power-quick': 25,
  twice: 25,
  fail: 6,
  'fail-power': 10,
  again: 4,
  opening: 10,
  damage: 25,
};

export const IS_POWER: readonly Kind[] = ['power', 'power-quick', 'twice', 'fail-power', 'again'];
export const MUST_BE_DURABLE: readonly Kind[] = ['power', 'twice'];
/** A world that is not durable may lose its last commits. */
export const MAY_LOSE: readonly Kind[] = ['power-quick', 'fail-power', 'again'];
