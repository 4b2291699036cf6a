// A cost as people see it. A scenario names no currency: a cost is in the unit of its `pricePerHour`.

export const COST_UNIT = 'price units';

/** The number, for a place that names the unit. */
export function costNumber(cost: number | string): string {
  return Number(cost).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

export function costText(cost: number | string): string {
  return `${costNumber(cost)} ${COST_UNIT}`;
}
