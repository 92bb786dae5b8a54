/** The result of a check: one line, which for a problem ends with its remedy. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly says: string;
}

/** Something that an operator should know and that may be as intended. */
interface Note {
  readonly note: string;
}

/** What is well, or a note. */
export type Passed = string | Note;

/** Answers what is well, or a note; throws an error with the problem and its remedy. */
export type Check = () => Promise<Passed>;

const lineOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, '; ');

export async function examine(check: string, run: Check): Promise<Finding> {
  try {
    const result = await run();
    return typeof result === 'string'
      ? { check, state: 'ok', says: result }
      : { check, state: 'note', says: result.note };
  } catch (error) {
    return { check, state: 'problem', says: lineOf(error) };
  }
}
