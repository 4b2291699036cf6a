// A cost as people see it. A scenario names no currency: a cost is in the unit of its `pricePerHour`.

export function costText(cost: number | string): string {
  const amount = Number(cost).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${amount} (unit of pricePerHour)`;
}
