/** What notices are about. */
export const noticeTopics = ['donation', 'payout', 'source', 'review', 'thanks', 'order', 'message', 'charge'] as const;

/** Those in a receiver's list. The others are stored apart, so that receivers that were linked before them get them, too. */
export const listedTopics = noticeTopics.filter((topic) => topic !== 'message' && topic !== 'charge');

export type NoticeTopic = (typeof noticeTopics)[number];

/**
 * What a notice is about: a topic; a post, which comes to those who want messages; or what always comes: a draw to whoever has won, a stream
 * together to its members, and trouble with one's own monthly support.
 */
export type NoticeSubject = NoticeTopic | 'post' | 'draw' | 'joint' | 'support';

/** Minutes for which the code that links a chat is valid. */
export const linkMinutes = 10;
