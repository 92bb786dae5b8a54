import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { type Failure, failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { projectOfUser } from './creators.server.ts';
import { noteCreator, seenProject } from './seen-project.server.ts';
import { showChange } from './show-change.server.ts';

/** Which of a project's offers are read: not `all`, those that everybody sees. */
interface Part {
  readonly all: boolean;
  readonly skip: number;
  readonly take: number;
}

interface Revised {
  readonly revision: number;
}

/** What creators offer donors to choose, of one kind (docs/rules.md#choices): how it is stored, and what is refused. */
export interface OfferKind<Row extends Revised, Shown> {
  readonly read: (db: Queryable, projectId: string, part: Part) => Promise<{ items: readonly Row[]; count: number }>;
  readonly show: (row: Row, seen: { readonly all: boolean }) => Shown;
  /** Null: there is none. */
  readonly lock: (tx: Tx, id: string, projectId: string) => Promise<Row | null>;
  readonly isOpen: (row: Row) => boolean;
  /** Until the transaction ends no other one of the project is made. */
  readonly countOpen: (tx: Tx, projectId: string) => Promise<number>;
  readonly mostOpen: number;
  /** Returns its project; null: there is none. */
  readonly remove: (tx: Tx, id: string, reason: string) => Promise<string | null>;
  readonly ended: Failure;
  readonly changed: Failure;
  readonly tooMany: Failure;
}

/** A creator's list, for everybody without what only the creator and the staff see. */
export async function listOffers<Row extends Revised, Shown>(
  { read, show }: OfferKind<Row, Shown>,
  { userName, Skip, Take }: { readonly userName: string; readonly Skip: number; readonly Take: number },
  context: CallContext,
) {
  context.tag(`creatorName:${userName.toLowerCase()}`);
  const { projectId, all } = await seenProject(context, userName);
  context.tag(`project:${projectId}`);
  const { items, count } = await read(context.db, projectId, { all, skip: Skip, take: Take });
  return { items: items.map((row) => show(row, { all })), count };
}

/** What a creator saves of an offer; without `id` it is new. */
export interface SavedOffer<Row> {
  readonly id: string | undefined;
  /** As which it was read. */
  readonly revision: number | undefined;
  readonly make: (tx: Tx, id: string, projectId: string) => Promise<void>;
  /** Changes the locked offer, or refuses what may not change. */
  readonly change: (tx: Tx, row: Row) => Promise<void>;
}

/** Makes an offer of the caller, or changes one that is open, and returns it as its creator sees it. */
export async function saveOffer<Row extends Revised, Shown>(
  kind: OfferKind<Row, Shown>,
  { id, revision, make, change }: SavedOffer<Row>,
  context: CallContext,
): Promise<Shown> {
  return context.transaction(async (tx) => {
    const project = await projectOfUser(tx, callerOf(context).userId);
    if (project === null) throw failures.notFound();
    const { projectId } = project;
    const savedId = id ?? (await context.claim(tx));
    if (id === undefined) {
      if ((await kind.countOpen(tx, projectId)) >= kind.mostOpen) throw kind.tooMany();
      await make(tx, savedId, projectId);
    } else {
      const row = await kind.lock(tx, id, projectId);
      if (row === null) throw failures.notFound();
      if (!kind.isOpen(row)) throw kind.ended();
      if (row.revision !== revision) throw kind.changed();
      await change(tx, row);
    }
    await showChange(tx, projectId);
    const saved = await kind.lock(tx, savedId, projectId);
    if (saved === null) throw new Error(`${savedId} was not written`);
    return kind.show(saved, { all: true });
  });
}

/** Takes an offer away for a moderator: only its creator and the staff still see it. */
export async function removeOffer<Row extends Revised, Shown>(
  { remove }: OfferKind<Row, Shown>,
  { id, reason }: { readonly id: string; readonly reason: string },
  context: CallContext,
): Promise<Record<string, never>> {
  return context.transaction(async (tx) => {
    const projectId = await remove(tx, id, reason);
    if (projectId === null) throw failures.notFound();
    await showChange(tx, projectId);
    await noteCreator(tx, projectId, context);
    return {};
  });
}
