/** The first line of a migration that runs outside a transaction. */
const marker = '-- outside a transaction';

const createsIndex = /^create (?:unique )?index concurrently if not exists ([a-z0-9_]+) on /;
const dropsIndex = /^drop index concurrently if exists ([a-z0-9_]+)$/;

/** One statement of a migration of indexes, and the index that it creates or drops. */
export interface IndexStatement {
  readonly index: string;
  readonly statement: string;
}

/** Whether a migration says in its first line that it runs outside a transaction. */
export function isOutsideTransaction(text: string): boolean {
  return text.split('\n', 1)[0] === marker;
}

/**
 * The statements of a migration that runs outside a transaction. A process may stop between any two of them and the next one starts again,
 * so each must be safe to repeat: only indexes that are made or dropped concurrently, if they do not or do exist. Throws on any other.
 */
export function indexesOutsideTransaction(text: string): IndexStatement[] {
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  return statements.map((statement) => {
    const index = (createsIndex.exec(statement) ?? dropsIndex.exec(statement))?.[1];
    if (index === undefined) {
      throw new Error(
        `outside a transaction it may only "create [unique] index concurrently if not exists" and "drop index concurrently if exists", not: ${statement}`,
      );
    }
    return { index, statement };
  });
}
