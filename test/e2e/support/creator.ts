import { randomInt } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';

/** A signed-in creator and what the cabinet knows of them. */
export interface Creator {
  /** It opens the widgets. */
  readonly key: string;
  readonly userName: string;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', name: string, body?: object): Promise<Record<string, unknown>>;
}

async function answerOf(answer: Awaited<ReturnType<APIRequestContext['fetch']>>): Promise<Record<string, unknown>> {
  const body: unknown = await answer.json();
  if (!answer.ok() || typeof body !== 'object' || body === null || !('data' in body))
    throw new Error(JSON.stringify(body));
  return Object.assign({}, body.data);
}

async function creatorBy(token: unknown, request: APIRequestContext): Promise<Creator> {
  const headers = { authorization: `Bearer ${token}` };
  const call: Creator['call'] = async (method, name, body) =>
    answerOf(await request.fetch(`/api/${name}`, { method, headers, ...(body && { data: body }) }));
  const { key, creator } = await call('GET', 'Widget/Settings');
  const { userName } = Object.assign({ userName: '' }, creator);
  return { key: String(key), userName, call };
}

/** A new creator with default settings, except that his alerts are short. */
export async function newCreator(request: APIRequestContext): Promise<Creator> {
  const phone = `99891${randomInt(10_000_000).toString().padStart(7, '0')}`;
  const data = { phone, password: 'пароль-для-проверки-7' };
  const { actionId } = await answerOf(await request.post('/api/Identity/Register', { data }));
  const outbox = await answerOf(await request.get(`/api/Dev/Outbox?phone=${phone}`));
  const [sms] = Object.values(outbox).map((one) => Object.assign({ code: '' }, one));
  const query = `phone=${phone}&comfirmCode=${sms?.code}&rememberMe=false&actionId=${actionId}`;
  const { token } = await answerOf(await request.get(`/api/Sms/CheckComfirmCode?${query}`));
  const creator = await creatorBy(token, request);
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 3 } });
  return creator;
}

/** The creator of the demo world whose login the start prints. */
export async function demoCreator(request: APIRequestContext): Promise<Creator> {
  const data = { phone: '998900000003', password: 'opora-demo', rememberMe: false };
  const { token } = await answerOf(await request.post('/api/Identity/Token', { data }));
  return creatorBy(token, request);
}
