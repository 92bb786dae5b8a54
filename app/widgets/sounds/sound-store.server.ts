import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** A creator's uploaded sound without its bytes. */
export interface SoundRow extends Record<string, unknown> {
  readonly name: string;
  readonly title: string;
  readonly milliseconds: number;
}

const ofProject = statement<SoundRow>(
  'select name, title, milliseconds from alert_sound where project_id = $1 order by created_at, name',
);
const heldOfProject = statement<{ name: string }>(
  'select name from alert_sound where project_id = $1 and name = any($2::text[]) for key share',
);
const bytesOf = statement<{ bytes: Buffer }>('select bytes from alert_sound where name = $1');
const insert = statement(
  'insert into alert_sound (name, project_id, title, milliseconds, bytes) values ($1, $2, $3, $4, $5)',
);
const remove = statement<{ name: string }>(
  'delete from alert_sound where project_id = $1 and name = $2 returning name',
);

/** The uploaded sounds of a project, oldest first. */
export async function readSounds(db: Queryable, projectId: string): Promise<SoundRow[]> {
  return db.run(ofProject, [projectId]);
}

/** Returns those of the names that are sounds of the project and locks them until the transaction ends. */
export async function holdSounds(tx: Tx, projectId: string, names: readonly string[]): Promise<string[]> {
  return (await tx.run(heldOfProject, [projectId, names])).map(({ name }) => name);
}

export async function readSoundBytes(db: Queryable, name: string): Promise<Buffer | null> {
  return (await db.run(bytesOf, [name]))[0]?.bytes ?? null;
}

export async function insertSound(tx: Tx, projectId: string, sound: SoundRow & { bytes: Uint8Array }): Promise<void> {
  const { name, title, milliseconds, bytes } = sound;
  await tx.run(insert, [name, projectId, title, milliseconds, Buffer.from(bytes)]);
}

/** Deletes a sound. False where there was none. */
export async function deleteSound(tx: Tx, projectId: string, name: string): Promise<boolean> {
  return (await tx.run(remove, [projectId, name])).length > 0;
}
