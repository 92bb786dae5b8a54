import { type Queryable, statement } from '#base/db/db.server.ts';

interface ListedPost extends Record<string, unknown> {
  readonly id: string;
  readonly userName: string;
}

const listedPosts = `from post p join project r on r.id = p.project_id join creator c on c.user_id = r.user_id
  where p.published_at is not null and p.removed_at is null and p.audience = 'everyone' and not c.is_blocked`;

const listed = statement<ListedPost>(`
  select p.id, c.user_name as "userName" ${listedPosts} order by p.published_at, p.id limit $1 offset $2`);

const listedCount = statement<{ count: number }>(`select count(*) as count ${listedPosts}`);

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
