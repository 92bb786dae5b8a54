/** A day with a text that is no time, as the field of a moment holds it. */
export const unfinishedMoment = /^(?<day>\d{4}-\d\d-\d\d) (?<time>.*)$/;

/** What is sent of a moment. An unfinished one whose field is not shown is none: nobody would find its fault. */
export function sentMoment(value: string | null, isShown: boolean): string | null {
  return isShown || value === null || !unfinishedMoment.test(value) ? value : null;
}
