import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { formOf, photo } from '#test/support/image-client.ts';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import type { HostsFixture } from './hosts-fixture.ts';

const uploaded = z.object({ data: z.object({ name: z.string() }) });
const most = 40;

/** A hash of what a server sends of a picture; null: it does not send it. */
async function shownBy(server: string, name: string): Promise<string | null> {
  const address = `${server}/api/Images/?name=${name}&w=128`;
  const answer = await fetch(address, { headers: { accept: 'image/webp' }, signal: AbortSignal.timeout(15_000) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.status === 200 ? createHash('sha256').update(bytes).digest('hex') : null;
}

/** A creator uploads pictures all the time; the returned function ends that and reads them back through every server. */
export async function uploadPictures(fixture: HostsFixture) {
  const { token } = await signIn(fixture.db, testSecrets.jwt);
  const bytes = await photo(320, 240).jpeg().toBuffer();
  const names: string[] = [];
  let isOver = false;
  const upload = async () => {
    const answer = await fetch(`${fixture.url}/api/Images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: formOf(bytes, 'Avatar'),
      signal: AbortSignal.timeout(15_000),
    });
    const parsed = uploaded.safeParse(await answer.json());
    if (answer.status === 200 && parsed.success) names.push(parsed.data.data.name);
  };
  const uploading = (async () => {
    for (; !isOver && names.length < most; await pause(1_500)) await upload().catch(() => undefined);
  })();
  return async () => {
    isOver = true;
    await uploading;
    const wrong: string[] = [];
    for (const name of names) {
      const shown = await Promise.all(fixture.servers.map(({ url }) => shownBy(url, name).catch(() => null)));
      const isSame = shown[0] !== null && shown.every((one) => one === shown[0]);
      if (!isSame) wrong.push(name);
    }
    return { uploaded: names.length, wrong };
  };
}
