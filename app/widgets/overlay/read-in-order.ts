/**
 * Returns what asks and passes the answer on. Answers may overtake each other: one that is older than the last one passed on is left out, and so
 * is a failure.
 */
export function readInOrder<Answer>(ask: () => Promise<Answer>, take: (answer: Answer) => void): () => Promise<void> {
  let asked = 0;
  let taken = 0;
  return async () => {
    asked += 1;
    const question = asked;
    const answer = await ask().catch(() => null);
    if (answer === null || question < taken) return;
    taken = question;
    take(answer);
  };
}
