/** The day a month after `from`, on the visitor's clock; a month that lacks it has its last day instead. */
export function dayNextMonth(from: Date): Date {
  const last = new Date(from.getFullYear(), from.getMonth() + 2, 0);
  const day = Math.min(from.getDate(), last.getDate());
  return new Date(last.getFullYear(), last.getMonth(), day, 12);
}
