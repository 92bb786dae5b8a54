import { type Queryable, statement } from '#base/db/db.server.ts';

interface ListedPost extends Record<string, unknown> {
  readonly id: string;
  readonly userName: string;
}

/** The condition of the index `post_for_everyone`. */
const isForEveryone = `p.published_at is not null and p.removed_at is null and p.audience = 'everyone'`;

const listed = statement<ListedPost>(`
  select p.id, c.user_name as "userName"
  from post p join project r on r.id = p.project_id join creator c on c.user_id = r.user_id
  where ${isForEveryone} and not c.is_blocked
  order by p.published_at, p.id limit $1 offset $2`);

/** All posts are counted from an index alone, those of blocked creators one by one. */
const listedCount = statement<{ count: number }>(`
  select (select count(*) from post p where ${isForEveryone}) - (
    select count(*) from creator c join project r on r.user_id = c.user_id join post p on p.project_id = r.id
    where c.is_blocked and ${isForEveryone}
  ) as count`);

/** The posts' part of the sitemap: those that everybody may read, oldest first. */
export const postsSitemap = {
  name: 'posts',
  async readCount(db: Queryable) {
    return (await db.run(listedCount, []))[0]?.count ?? 0;
  },
  async readPages(db: Queryable, { skip, take }: { skip: number; take: number }) {
    const rows = await db.run(listed, [take, skip]);
    return rows.map(({ id, userName }) => ({ path: `/${userName}/posts/${id}` }));
  },
};
