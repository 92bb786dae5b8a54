/** How somebody stands in a chat. */
type Status = 'creator' | 'administrator' | 'member' | 'left' | 'kicked';

interface Chat {
  readonly kind: 'group' | 'supergroup' | 'channel';
  hasRights: boolean;
  readonly people: Map<number, Status>;
  readonly requests: Set<number>;
  movedTo: number | null;
}

interface Refusal {
  readonly status: number;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, number>>;
}

interface Asked {
  readonly chat_id?: number | undefined;
  readonly user_id?: number | undefined;
  readonly creates_join_request?: boolean | undefined;
}

/** How the next questions about chats end. `lost`: it is done, its answer does not arrive; once. `flood`: once. */
type Mood = { readonly kind: 'well' | 'lost' | 'outage' } | { readonly kind: 'flood'; readonly retryAfter: number };

const refused = (description: string): Refusal => ({ status: 400, description: `Bad Request: ${description}` });

/** What one question is answered with. */
export type ChatOutcome =
  | { readonly kind: 'done' | 'lost'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Groups and channels as the Bot API describes them, as far as the bot acts in them. */
export class TelegramChats {
  /** What was done: `ban 5001`. */
  readonly acts: string[] = [];
  /** Accounts that are no more. */
  readonly deactivated = new Set<number>();
  readonly #chats = new Map<number, Chat>();
  readonly #botId: number;
  #mood: Mood = { kind: 'well' };
  #links = 0;

  constructor(botId: number) {
    this.#botId = botId;
  }

  set(mood: Mood): void {
    this.#mood = mood;
  }

  add(id: number, kind: Chat['kind'], ownerId: number): Chat {
    const people = new Map<number, Status>([[ownerId, 'creator']]);
    const chat: Chat = { kind, hasRights: true, people, requests: new Set(), movedTo: null };
    this.#chats.set(id, chat);
    return chat;
  }

  of(id: number): Chat {
    const chat = this.#chats.get(id);
    if (chat === undefined) throw new Error(`there is no chat ${id}`);
    return chat;
  }

  /** The group has become a supergroup. */
  move(from: number, to: number): void {
    const { people, requests, hasRights } = this.of(from);
    this.of(from).movedTo = to;
    this.#chats.set(to, { kind: 'supergroup', hasRights, people, requests, movedTo: null });
  }

  actsOn(person: number): string[] {
    return this.acts.filter((act) => act.endsWith(` ${person}`));
  }

  /** Null: the method is about no chat. */
  answer(method: string, asked: Asked): ChatOutcome | null {
    const work = this.#works[method];
    if (work === undefined) return null;
    const mood = this.#mood;
    if (mood.kind === 'outage') return { kind: 'refused', refusal: { status: 502, description: 'Bad Gateway' } };
    if (mood.kind === 'flood') {
      this.#mood = { kind: 'well' };
      const description = `Too Many Requests: retry after ${mood.retryAfter}`;
      return { kind: 'refused', refusal: { status: 429, description, parameters: { retry_after: mood.retryAfter } } };
    }
    const chat = this.#chats.get(asked.chat_id ?? 0);
    const refusal = chat === undefined ? refused('chat not found') : this.#refusalOf(chat, method, asked);
    if (chat === undefined || refusal !== null) return { kind: 'refused', refusal: refusal ?? refused('') };
    const result = work(chat, asked.user_id ?? 0, asked);
    if (mood.kind !== 'lost') return { kind: 'done', result };
    this.#mood = { kind: 'well' };
    return { kind: 'lost', result };
  }

  #refusalOf(chat: Chat, method: string, { user_id: person = 0 }: Asked): Refusal | null {
    if (chat.movedTo !== null) {
      const parameters = { migrate_to_chat_id: chat.movedTo };
      return { ...refused('group chat was upgraded to a supergroup chat'), parameters };
    }
    if (this.deactivated.has(person)) return { status: 403, description: 'Forbidden: user is deactivated' };
    if (method === 'leaveChat' || (method === 'getChatMember' && person === this.#botId)) return null;
    if (method === 'getChatMember') return chat.hasRights ? null : refused('member list is inaccessible');
    if (!chat.hasRights) return refused('not enough rights to manage the chat');
    const status = chat.people.get(person);
    const isAnswer = method === 'approveChatJoinRequest' || method === 'declineChatJoinRequest';
    if (isAnswer && !chat.requests.has(person)) {
      return refused(status === 'member' ? 'USER_ALREADY_PARTICIPANT' : 'HIDE_REQUESTER_MISSING');
    }
    if (method === 'banChatMember' && (status === 'creator' || status === 'administrator')) {
      return refused('user is an administrator of the chat');
    }
    if (method === 'unbanChatMember' && chat.kind === 'group') {
      return refused('method is available for supergroup and channel chats only');
    }
    return null;
  }

  readonly #works: Readonly<Record<string, (chat: Chat, person: number, asked: Asked) => unknown>> = {
    getChatMember: (chat, person) => {
      if (person !== this.#botId) return { user: { id: person }, status: chat.people.get(person) ?? 'left' };
      const rights = { can_invite_users: chat.hasRights, can_restrict_members: chat.hasRights };
      return { user: { id: person }, status: chat.hasRights ? 'administrator' : 'member', ...rights };
    },
    approveChatJoinRequest: (chat, person) => {
      this.acts.push(`approve ${person}`);
      chat.requests.delete(person);
      chat.people.set(person, 'member');
      return true;
    },
    declineChatJoinRequest: (chat, person) => {
      this.acts.push(`decline ${person}`);
      chat.requests.delete(person);
      return true;
    },
    banChatMember: (chat, person) => {
      this.acts.push(`ban ${person}`);
      chat.people.set(person, chat.kind === 'group' ? 'left' : 'kicked');
      return true;
    },
    unbanChatMember: (chat, person) => {
      this.acts.push(`unban ${person}`);
      if (chat.people.get(person) === 'kicked') chat.people.set(person, 'left');
      return true;
    },
    createChatInviteLink: (_chat, _person, { creates_join_request: createsRequest }) => {
      this.#links += 1;
      return { invite_link: `https://t.me/+stand_in_${this.#links}`, creates_join_request: createsRequest === true };
    },
    leaveChat: (chat) => {
      this.acts.push(`leave ${this.#botId}`);
      chat.hasRights = false;
      return true;
    },
  };
}
