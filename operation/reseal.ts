import type { Client } from 'pg';
import { webhookSecretSealer } from '#app/integrations/sealed-secret.server.ts';
import { pushKeySealer } from '#app/notices/push-key-sealer.server.ts';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import { widgetKeySealer } from '#app/widgets/widget-key.server.ts';
import type { Sealer } from '#base/config/secrets.server.ts';
import { PrimaryClient } from '#base/db/primary-client.server.ts';

/** The result, in rows. */
export interface Resealing {
  /** They were sealed with an older secret. */
  readonly resealed: number;
  /** Already sealed with the first secret. */
  readonly current: number;
  /** Sealed with an unknown secret: unless it is added again, these keys are lost. */
  readonly unreadable: number;
}

interface SealedColumn {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly sealer: Sealer;
}

interface Row {
  readonly id: string;
  readonly sealed: Buffer;
}

const batch = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

async function resealTable(client: Client, { table, id, column, sealer }: SealedColumn): Promise<Resealing> {
  const counts = { resealed: 0, current: 0, unreadable: 0 };
  for (let last = firstId; ; ) {
    const { rows } = await client.query<Row>(
      `select ${id} as id, ${column} as sealed from ${table} where ${id} > $1 and ${column} is not null order by ${id} limit ${batch}`,
      [last],
    );
    for (const { id: owner, sealed } of rows) {
      const opened = sealer.open(sealed);
      if (opened === null) counts.unreadable += 1;
      else if (opened.isCurrent) counts.current += 1;
      else {
        // Unless the owner has replaced it meanwhile.
        const change = `update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2`;
        const { rowCount } = await client.query(change, [owner, sealed, sealer.seal(opened.text)]);
        counts.resealed += rowCount ?? 0;
      }
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < batch) return counts;
    last = end.id;
  }
}

function sealedColumns(
  secrets: string,
): Readonly<Record<'keys' | 'signing' | 'cards' | 'paymeCards' | 'removedCards' | 'push', SealedColumn>> {
  const keys = { id: 'project_id', column: 'key_sealed', sealer: widgetKeySealer(secrets) };
  const signing = { id: 'id', column: 'secret_sealed', sealer: webhookSecretSealer(secrets) };
  const cards = { id: 'id', column: 'token_sealed', sealer: chargeTokenSealer(secrets) };
  return {
    keys: { table: 'widget_settings', ...keys },
    signing: { table: 'webhook', ...signing },
    cards: { table: 'membership', ...cards },
    paymeCards: { table: 'payme_saved_card', ...cards, id: 'provider_id' },
    removedCards: { table: 'card_removal', ...cards },
    push: { table: 'push_sender', id: 'id', column: 'private_key', sealer: pushKeySealer(secrets) },
  };
}

async function countUnreadableIn(client: Client, { table, id, column, sealer }: SealedColumn): Promise<number> {
  let count = 0;
  for (let last = firstId; ; ) {
    const { rows } = await client.query<Row>(
      `select ${id} as id, ${column} as sealed from ${table} where ${id} > $1 and ${column} is not null order by ${id} limit ${batch}`,
      [last],
    );
    count += rows.filter(({ sealed }) => sealer.open(sealed) === null).length;
    const end = rows.at(-1);
    if (end === undefined || rows.length < batch) return count;
    last = end.id;
  }
}

/** Counts the rows that none of the secrets opens. `secrets` is `JWT_SECRET`. */
export async function countUnreadable(options: {
  databaseUrl: string;
  secrets: string;
}): Promise<{ widgetKeys: number; webhooks: number; cards: number }> {
  const client = new PrimaryClient({ connectionString: options.databaseUrl, application_name: 'opora unreadable' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { keys, signing, cards, paymeCards, removedCards } = sealedColumns(options.secrets);
    return {
      widgetKeys: await countUnreadableIn(client, keys),
      webhooks: await countUnreadableIn(client, signing),
      cards:
        (await countUnreadableIn(client, cards)) +
        (await countUnreadableIn(client, paymeCards)) +
        (await countUnreadableIn(client, removedCards)),
    };
  } finally {
    await client.end();
  }
}

/** Warns the operator if rows of the database were sealed with another `JWT_SECRET`. */
export async function warnOfUnreadable(
  options: { databaseUrl: string; secrets: string },
  warn: (message: string) => void,
): Promise<void> {
  const { widgetKeys, webhooks, cards } = await countUnreadable(options);
  if (widgetKeys + webhooks + cards === 0) return;
  warn(
    `JWT_SECRET does not open ${widgetKeys} widget keys, ${webhooks} secrets of webhooks and ${cards} saved cards, which another one has sealed: start with JWT_SECRET=<this one>,<that one>, then run npm run reseal`,
  );
}

/**
 * Reseals with the first secret what an older one has sealed, so that the older one can be removed. Works while the product runs. `secrets`
 * is `JWT_SECRET`.
 */
export async function reseal(options: { databaseUrl: string; secrets: string }): Promise<Resealing> {
  const client = new PrimaryClient({ connectionString: options.databaseUrl, application_name: 'opora reseal' });
  await client.connect();
  try {
    const { keys, signing, cards, paymeCards, removedCards, push } = sealedColumns(options.secrets);
    const all: Resealing[] = [];
    for (const column of [keys, signing, cards, paymeCards, removedCards, push])
      all.push(await resealTable(client, column));
    const sum = (count: keyof Resealing) => all.reduce((total, one) => total + one[count], 0);
    return { resealed: sum('resealed'), current: sum('current'), unreadable: sum('unreadable') };
  } finally {
    await client.end();
  }
}
