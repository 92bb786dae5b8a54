/** What notices are about. */
export const noticeTopics = ['donation', 'payout', 'source', 'review', 'thanks', 'order', 'message'] as const;

/** Those in a receiver's list. Messages to members are stored apart, so that receivers linked before them get them, too. */
export const listedTopics = noticeTopics.filter((topic) => topic !== 'message');

export type NoticeTopic = (typeof noticeTopics)[number];

/** What a notice is about: a topic; a post, which comes to those who want messages; or a draw, which comes to whoever has won. */
export type NoticeSubject = NoticeTopic | 'post' | 'draw';

/** Minutes for which the code that links a chat is valid. */
export const linkMinutes = 10;
