import { silentMp3 } from '../audio/audio-files.ts';
import { sendAudio } from '../audio/send-audio.ts';
import { formOf, photo } from '../image-client.ts';
import type { SignedIn } from '../sign-in.ts';
import { dataOf } from '../start-app.ts';
import { type MembershipFixture, monthlyCards } from './membership-fixture.ts';

export const secret = 'Только для своих';

export const membersPost = {
  title: 'Новый альбом',
  teaser: 'Скоро',
  text: secret,
  audience: 'members',
  isPublished: true,
};

/** What is given: the price of a level, which the call knows. */
export const atLevel = (levelId: string) => ({ levelId, amount: undefined });

/** Creators with posts, and those who read them. */
export class PostFixture {
  readonly members: MembershipFixture;

  constructor(members: MembershipFixture) {
    this.members = members;
  }

  save(creator: SignedIn, body: object = {}) {
    return this.members.as(creator, 'POST Post/Save', { body: { ...membersPost, ...body } });
  }

  async published(creator: SignedIn, body: object = {}): Promise<string> {
    const made = await this.save(creator, body);
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    return String(dataOf(made).id);
  }

  /** A post for whoever reads it; null: a guest. */
  read(reader: SignedIn | null, postId: string) {
    const input = { query: { postId } };
    return reader === null ? this.members.api('GET Post/Post', input) : this.members.as(reader, 'GET Post/Post', input);
  }

  /** The text that somebody reads; null: only the teaser. */
  async textFor(reader: SignedIn | null, postId: string): Promise<unknown> {
    const answer = await this.read(reader, postId);
    if (answer.status !== 200) return answer.status;
    const { content } = dataOf(answer);
    return content === null ? null : Object(content).text;
  }

  async levelOf(creator: SignedIn, name: string, amount: number): Promise<string> {
    const input = { body: { name, amount } };
    return String(dataOf(await this.members.as(creator, 'POST Membership/CreateLevel', input)).id);
  }

  async member(creator: SignedIn, more: Record<string, unknown> = {}) {
    const person = await this.members.person();
    const { id } = await this.members.join(person, creator.projectId, monthlyCards.good, more);
    return { person, id };
  }

  async listOf(creator: SignedIn, reader: SignedIn | null = null, query: object = {}) {
    const userName = await this.members.userNameOf(creator.projectId);
    const by = reader === null ? {} : { token: reader.token };
    return this.members.api('GET Post/List', { query: { userName, ...query } }, by);
  }

  async upload(person: SignedIn, type = 'Post'): Promise<string> {
    const response = await fetch(`${this.members.app.url}/api/Images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: formOf(await photo(300, 200).jpeg().toBuffer(), type),
    });
    const { data } = Object(await response.json());
    return String(Object(data).name);
  }

  /** The name of an uploaded audio file. */
  async uploadAudio(person: SignedIn, bytes: Uint8Array = silentMp3(1.2)): Promise<string> {
    const { data } = Object(await (await sendAudio(this.members.app.url, person, bytes)).json());
    return String(Object(data).name);
  }

  /** The audio file of a post as somebody gets it; null: a guest. */
  audioFor(reader: SignedIn | null, name: string, headers: Record<string, string> = {}) {
    return fetch(`${this.members.app.url}/api/Post/Audio?name=${name}`, {
      headers: reader === null ? headers : { ...headers, authorization: `Bearer ${reader.token}` },
    });
  }

  pictureFor(reader: SignedIn | null, name: string, headers: Record<string, string> = {}) {
    return fetch(`${this.members.app.url}/api/Post/Picture?name=${name}&w=128`, {
      headers: reader === null ? headers : { ...headers, authorization: `Bearer ${reader.token}` },
    });
  }

  remove(by: SignedIn, postId: string, reason = 'Оскорбления') {
    return this.members.as(by, 'POST Moderator/RemovePost', { body: { postId, reason } });
  }

  delete(by: SignedIn, postId: string, version = 1) {
    return this.members.as(by, 'DELETE Post/Delete', { query: { postId, version } });
  }
}
