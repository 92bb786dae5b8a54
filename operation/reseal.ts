import { Client } from 'pg';
import { webhookSecretSealer } from '#app/integrations/sealed-secret.server.ts';
import { widgetKeySealer } from '#app/widgets/widget-key.server.ts';
import type { Sealer } from '#base/secrets.server.ts';

/** What came of it; all counts are of rows. */
export interface Resealing {
  /** Sealed with the first secret now, with an older one before. */
  readonly resealed: number;
  /** Sealed with the first secret already. */
  readonly current: number;
  /** Sealed with a secret that is not named any more: the old one has to be put back, or these keys are lost. */
  readonly unreadable: number;
}

interface Kept {
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

async function resealTable(client: Client, { table, id, column, sealer }: Kept): Promise<Resealing> {
  const counts = { resealed: 0, current: 0, unreadable: 0 };
  for (let last = firstId; ; ) {
    const { rows } = await client.query<Row>(
      `select ${id} as id, ${column} as sealed from ${table} where ${id} > $1 order by ${id} limit ${batch}`,
      [last],
    );
    for (const { id: owner, sealed } of rows) {
      const opened = sealer.open(sealed);
      if (opened === null) counts.unreadable += 1;
      else if (opened.isCurrent) counts.current += 1;
      else {
        // Not where the owner has got a new one in the meantime.
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

/**
 * Seals again, with the first of the secrets, whatever an older one has sealed: the older one can be taken away afterwards.
 * Works while the product runs. `secrets` is `JWT_SECRET`.
 */
export async function reseal(options: { databaseUrl: string; secrets: string }): Promise<Resealing> {
  const client = new Client({ connectionString: options.databaseUrl, application_name: 'opora reseal' });
  await client.connect();
  try {
    const keys = { id: 'project_id', column: 'key_sealed', sealer: widgetKeySealer(options.secrets) };
    const signing = { id: 'id', column: 'secret_sealed', sealer: webhookSecretSealer(options.secrets) };
    const all = [
      await resealTable(client, { table: 'widget_settings', ...keys }),
      await resealTable(client, { table: 'webhook', ...signing }),
    ];
    const sum = (count: keyof Resealing) => all.reduce((total, one) => total + one[count], 0);
    return { resealed: sum('resealed'), current: sum('current'), unreadable: sum('unreadable') };
  } finally {
    await client.end();
  }
}
