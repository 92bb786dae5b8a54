import { type Queryable, statement } from '#base/db/db.server.ts';

interface EmbedSites {
  /** On which the widget may be framed, in ASCII; none: on every site. */
  readonly hosts: readonly string[];
  /** Counts the changes. */
  readonly revision: number;
}

const read = statement<{ hosts: string[]; revision: number }>(
  'select hosts, revision from embed_sites where project_id = $1',
);

const insert = statement<{ revision: number }>(`
  insert into embed_sites (project_id, hosts, revision) values ($1, $2, 1) on conflict do nothing returning revision`);

const update = statement<{ revision: number }>(`
  update embed_sites set hosts = $2, revision = revision + 1 where project_id = $1 and revision = $3 returning revision`);

/** The sites of a project, before the first change revision 0. */
export async function readEmbedSites(db: Queryable, projectId: string): Promise<EmbedSites> {
  return (await db.run(read, [projectId]))[0] ?? { hosts: [], revision: 0 };
}

/** Replaces the sites that were read as `revision`; false: they are others by now. */
export async function writeEmbedSites(
  db: Queryable,
  projectId: string,
  { hosts, revision }: EmbedSites,
): Promise<boolean> {
  const written = revision === 0 ? db.run(insert, [projectId, hosts]) : db.run(update, [projectId, hosts, revision]);
  return (await written).length > 0;
}
