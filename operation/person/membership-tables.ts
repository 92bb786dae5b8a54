import sql from 'sql-template-tag';
import { erasedName, inner, others, type PersonalTable } from './personal-table.ts';

/** The payments and savings that bring the cards of a person's memberships. */
const cardsOf = (userId: string) => sql`
  select k.provider_id from membership_card k join membership m on m.id = k.membership_id where m.person_id = ${userId}
  union all
  select p.provider_id from membership m join payment p on p.reference = m.id where m.person_id = ${userId}`;

/** Monthly support: what a person gives, and what he offers as a creator. */
export const memberships: Record<string, PersonalTable> = {
  card_removal: {
    // Comes first: it takes the cards that the next tables lose.
    holds: 'cards that are being removed at their payment systems',
    own: null,
    erase: ({ userId }) => [
      sql`insert into card_removal (system, token_sealed, card_mask)
        select 'payme-card', token_sealed, coalesce(mask, '') from payme_saved_card where provider_id in (${cardsOf(userId)}) and token_sealed is not null`,
    ],
    stays: 'sealed tokens and masks that say nobody, until the cards are removed there, about a week at most',
  },
  payme_saved_card: {
    // Before the rows that say whose they are.
    holds: 'cards that are being saved at Payme',
    own: ({ userId }) => sql`t.provider_id in (${cardsOf(userId)})`,
    leftOut: { provider_id: 'of the payment system', token_sealed: 'a secret of the payment system' },
    erase: ({ userId }) => [sql`delete from payme_saved_card where provider_id in (${cardsOf(userId)})`],
  },
  membership_card: {
    holds: 'cards that are being saved',
    own: ({ userId }) => sql`t.membership_id in (select id from membership where person_id = ${userId})`,
    leftOut: { provider_id: 'of the payment system' },
    erase: ({ userId }) => [
      sql`delete from membership_card where membership_id in (select id from membership where person_id = ${userId})`,
    ],
  },
  membership_charge: {
    holds: 'months of monthly support that he gives',
    own: ({ userId }) => sql`t.membership_id in (select id from membership where person_id = ${userId})`,
    erase: () => [],
    stays: 'months, sums and days, which the books need',
  },
  membership: {
    holds: 'monthly support given (name, card) and received',
    own: ({ userId, projectId }) => sql`t.person_id = ${userId} or t.project_id = ${projectId} and t.since is not null`,
    leftOut: {
      person_id: others,
      token_sealed: 'a secret of the payment system',
      card_mask: others,
      card_expiry: others,
    },
    erase: ({ userId }) => [
      sql`update membership set card_mask = null, card_expiry = null, token_sealed = null,
        name = case when name is not null then ${erasedName}::text end where person_id = ${userId}`,
    ],
    stays: 'sums, days and whom they were given to, which the books need',
  },
  gifted_months: {
    holds: 'months of monthly support and pieces of merch paid for others, and received as a creator',
    own: ({ userId, projectId }) =>
      sql`t.person_id = ${userId} or t.project_id = ${projectId} and t.opened_at is not null`,
    leftOut: { person_id: others, seed: 'a secret until the drawing, and published then', ticket_key: 'a secret' },
    erase: () => [],
    stays: 'months, sums and days, which the books need',
  },
  gifted_place: {
    holds: 'gifted months and pieces of merch received',
    own: ({ userId }) =>
      sql`t.person_id = ${userId} or t.membership_id in (select id from membership where person_id = ${userId})`,
    leftOut: { person_id: 'himself', reminded_at: inner },
    erase: ({ userId }) => [
      sql`update gifted_place set name = ${erasedName} where membership_id in (select id from membership where person_id = ${userId})`,
      sql`
        update gifted_place p set name = null from gifted_entry e
        where e.person_id = ${userId} and p.gift_id = e.gift_id and p.ticket = e.ticket and p.membership_id is null`,
      // A piece that nobody can order any more lapses at once.
      sql`update gifted_place set name = ${erasedName}, person_id = null, choose_until = least(choose_until, now()) where person_id = ${userId}`,
    ],
    stays: 'that somebody got them, without the name',
  },
  gifted_entry: {
    holds: 'tickets for gifted months and pieces, with the name',
    own: ({ userId }) => sql`t.person_id = ${userId}`,
    leftOut: { score: inner },
    erase: ({ userId }) => [sql`update gifted_entry set person_id = null, name = null where person_id = ${userId}`],
    stays: 'that there was a ticket, so that the drawing can still be checked',
  },
  member_chat: {
    holds: 'the closed chat for his members',
    own: ({ projectId }) => sql`t.project_id = ${projectId}`,
    leftOut: { lease: inner, link: 'opens only for members' },
    erase: ({ projectId }) => [
      sql`delete from member_chat_seat where chat_id in (select id from member_chat where project_id = ${projectId}) and state <> 'leaving'`,
      sql`update member_chat_seat set due_at = now(), lease = null
        where chat_id in (select id from member_chat where project_id = ${projectId})`,
      sql`update member_chat set title = '', link = null, level_id = null, ended_at = coalesce(ended_at, now()), due_at = now(), lease = null
        where project_id = ${projectId} and telegram_id is not null`,
      sql`delete from member_chat where project_id = ${projectId} and telegram_id is null`,
    ],
    stays: 'the number of the chat until the bot has left it, minutes',
  },
  member_chat_seat: {
    // Before the linked chat, by which it is known.
    holds: 'closed chats that the bot has let the linked Telegram into',
    own: ({ userId }) => sql`t.telegram_id in (select chat_id from notice_receiver where person_id = ${userId})`,
    leftOut: { answer_id: inner, lease: inner },
    erase: () => [],
    stays: 'the number of the Telegram account until the bot has taken it out, minutes',
  },
  membership_message: {
    holds: 'what he has written to his members',
    own: ({ projectId }) => sql`t.project_id = ${projectId}`,
    erase: ({ projectId }) => [sql`delete from membership_message where project_id = ${projectId}`],
  },
  post_audio: {
    holds: 'uploaded audio of posts, exported beside',
    own: ({ userId }) => sql`t.owner_id = ${userId}`,
    erase: ({ userId }) => [sql`delete from post_audio where owner_id = ${userId}`],
  },
  post: {
    holds: 'posts, drafts too',
    own: ({ projectId }) => sql`t.project_id = ${projectId}`,
    leftOut: { reached_id: others },
    erase: ({ projectId }) => [sql`delete from post where project_id = ${projectId}`],
  },
  membership_mute: {
    holds: 'whose messages he does not want',
    own: ({ userId }) => sql`t.person_id = ${userId}`,
    erase: ({ userId, projectId }) => [
      sql`delete from membership_mute where person_id = ${userId} or project_id = ${projectId}`,
    ],
  },
  membership_level: {
    holds: 'levels of monthly support that he offers',
    own: ({ projectId }) => sql`t.project_id = ${projectId}`,
    erase: ({ projectId }) => [
      sql`update membership_level set name = '—', words = '', benefits = '{}', picture = null, link = null,
        removed_at = coalesce(removed_at, now()) where project_id = ${projectId}`,
    ],
    stays: 'that there was one, because memberships refer to it',
  },
};
