import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { creatorsCalls, PageUser } from '../creators.calls.ts';
import { type PageCreatorRow, readByUserName, readPageCreator } from '../creators-store.server.ts';
import { readCreators } from '../list/creator-list-store.server.ts';
import { rankingHandlers } from '../ranking/ranking.server.ts';
import { pageUserOf, publicUserOf } from './public-user.server.ts';

function shown(row: PageCreatorRow | null, context: CallContext): PageUser {
  if (row === null) throw failures.notFound({ message: 'Такого автора нет' });
  // The same 404 as for an unknown creator; the details let the page explain that he is unavailable.
  if (row.isBlocked) throw failures.notFound({ message: 'Автор сейчас недоступен', details: { isUnavailable: true } });
  context.tag(`creator:${row.userId}`, `project:${row.projectId}`, 'ranking');
  return pageUserOf(row);
}

/** Answers the calls about creators: public pages, the list, the ranking. */
export const creatorHandlers: Handlers<typeof creatorsCalls> = {
  getByName: async ({ query }, context) => {
    const userName = query.userName.toLowerCase();
    context.tag(`creatorName:${userName}`);
    return shown(await readByUserName(context.db, userName), context);
  },
  get: async ({ query }, context) => shown(await readPageCreator(context.db, query.userId), context),
  list: async ({ query }, context) => {
    context.tag('creators');
    const { Skip, Take, Search, hasProducts, IsMerch, userType } = query;
    const page = { ranking: IsMerch ? 'order_merchant' : 'order_place', skip: Skip, take: Take } as const;
    const { rows, count } = await readCreators(context.db, { search: Search, hasProducts, type: userType }, page);
    return { items: rows.map(publicUserOf), count };
  },
  ...rankingHandlers,
};
