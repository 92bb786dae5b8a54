import { z } from 'zod';
import { newCategory, newProduct } from '#test/merch-desk.ts';
import { signIn } from '#test/sign-in.ts';
import { type TestApp, testSecrets } from '#test/start-app.ts';

/** What means something to LIKE or to SQL. */
const metacharacters = ['%', '_', '\\', "'", '"', ';', '--', "' or '1'='1", '%%', '$1', '\\%', ')', '*'] as const;

const found = z.object({ data: z.object({ items: z.array(z.object({ name: z.string() })) }) });

export interface LiteralSearch {
  readonly searches: number;
  /** Searches that did not find exactly the one product that has the text. */
  readonly wrong: readonly string[];
}

/** Invariant 21: each metacharacter stands in one name between names that it would match if it meant something. */
export async function runLiteralSearch(app: Pick<TestApp, 'db' | 'request'>): Promise<LiteralSearch> {
  const seller = await signIn(app.db, testSecrets.jwt);
  const { token } = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
  const categoryId = await newCategory(app.db);
  const textOf = (meta: string) => `зна${meta}чок`;
  // Not the text without it: an apostrophe makes no difference to a search, as in oʻzbek.
  for (const name of ['о', 'оо', 'xyz', ...metacharacters].map(textOf)) {
    await newProduct(app.db, { userId: seller.userId, categoryId, name });
  }
  const wrong: string[] = [];
  for (const meta of metacharacters) {
    const query = { Name: textOf(meta), Take: 50 };
    const answer = await app.request('GET Moderator/GetProductsList', { query }, { token });
    const names = found.safeParse(answer.body).data?.data.items.map(({ name }) => name) ?? ['no answer'];
    if (names.join() !== textOf(meta)) wrong.push(`${meta}: ${names.join(' | ')}`);
  }
  return { searches: metacharacters.length, wrong };
}
