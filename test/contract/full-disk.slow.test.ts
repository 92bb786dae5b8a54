import type * as files from 'node:fs/promises';
import sql, { raw } from 'sql-template-tag';
import { afterAll, expect, test, vi } from 'vitest';
import { formOf, photo, send } from '#test/support/image-client.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const disk = vi.hoisted(() => ({ isFull: false }));

// A picture goes to the device that is always full, so that the error is the system's own.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>();
  const writeFile: typeof real.writeFile = (path, data, options) =>
    real.writeFile(disk.isFull && String(path).includes('/images/') ? '/dev/full' : path, data, options);
  return { ...real, default: { ...real, writeFile }, writeFile };
});

const app = await startApp();
afterAll(() => app.close());

/** From now on PostgreSQL answers each new row of a table as it does where its disk has no room for it. */
const fill = (table: string) =>
  app.db.execute(
    raw(`
      create function no_room() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file "base/1/1": No space left on device' using errcode = 'disk_full';
      end $$;
      create trigger no_room before insert on ${table} execute function no_room()`),
  );
const makeRoom = () => app.db.execute(sql`drop function no_room cascade`);

const readiness = async () => {
  const response = await fetch(`${app.url}/health/ready`);
  return { status: response.status, body: await response.json() };
};

const general = 'Сейчас мы не можем ничего сохранить. Попробуйте через несколько минут';

test('a full disk of the database: visitors learn that nothing can be saved, staff learn why, probes as well', async () => {
  const { projectId } = await signIn(app.db, testSecrets.jwt);
  const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
  expect(await readiness()).toMatchObject({ status: 200, body: { status: 'ready', storage: 'ok' } });
  const give = { body: { projectId, amount: 10_000 } };
  const addPoint = () => app.api('POST Product/CreateCategory', { body: { name: 'Кружки' } }, { token: admin.token });

  await fill('donation');
  const refused = await app.api('POST ProjectPay/Create', give, { idempotencyKey: 'one-and-the-same' });
  expect(refused).toMatchObject({
    status: 507,
    body: { success: false, data: null, error: { code: 'StorageFull', message: general } },
  });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await app.api('GET User/List')).status).toBe(200);
  expect(await readiness()).toMatchObject({ status: 200, body: { status: 'storage full', storage: 'full' } });
  expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('opora_storage_full 1');
  await makeRoom();

  await fill('category');
  expect(await addPoint()).toMatchObject({
    status: 507,
    body: { error: { code: 'StorageFull', message: expect.stringContaining('На диске базы данных кончилось место') } },
  });
  await makeRoom();
  expect((await addPoint()).status).toBe(200);
  expect((await app.api('POST ProjectPay/Create', give, { idempotencyKey: 'one-and-the-same' })).status).toBe(200);
});

test('a full disk for files: an upload is refused, leaves nothing behind and goes well once there is room', async () => {
  const bytes = await photo(300, 200).jpeg().toBuffer();
  const user = await signIn(app.db, testSecrets.jwt);
  const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
  const upload = async (token: string) => {
    const response = await send(app, formOf(bytes), token);
    return { status: response.status, body: await response.json() };
  };
  const rows = async () => (await app.db.execute(sql`select from image`)).rowCount;
  disk.isFull = true;
  try {
    expect(await upload(user.token)).toMatchObject({
      status: 507,
      body: { error: { code: 'StorageFull', message: general } },
    });
    expect(await upload(admin.token)).toMatchObject({
      status: 507,
      body: { error: { message: expect.stringContaining('На диске для файлов кончилось место') } },
    });
    expect(await rows()).toBe(0);
  } finally {
    disk.isFull = false;
  }
  expect((await upload(user.token)).status).toBe(200);
  expect(await rows()).toBe(1);
});
