import { z } from 'zod';
import type { Asked, Mood, Reply, Service, TakenMessage } from './service-stand-in.ts';

const formOf = ({ body }: Asked) => Object.fromEntries(new URLSearchParams(body));
const basic = (login: string, password: string) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

const eskizLogin = { email: 'shop@opora.example', password: 'eskiz-password-1' };
const eskizTokens = { valid: new Set<string>(), issued: 0 };

/** Ends all tokens, as after their 30 days. */
export function endEskizTokens(): void {
  eskizTokens.valid.clear();
}

const eskizRefusals: Partial<Record<Mood, Reply>> = {
  number: { status: 400, body: { status: 'error', message: { mobile_phone: ['Неверный формат номера'] } } },
  balance: { status: 400, body: { status: 'error', message: 'Недостаточно средств на балансе' } },
  rateLimit: { status: 429, body: { message: 'Too Many Attempts.' } },
};

/** https://documenter.getpostman.com/view/663428/RzfmES4z */
export const eskiz: Service = {
  name: 'eskiz',
  variables: (url) => ({ ESKIZ_URL: url, ESKIZ_EMAIL: eskizLogin.email, ESKIZ_PASSWORD: eskizLogin.password }),
  wrongCredentials: { ESKIZ_PASSWORD: 'wrong-password-1' },
  secrets: [eskizLogin.password, 'eskiz-token-'],
  isSending: ({ path }) => path === '/api/message/sms/send',
  answer(asked, mood, taken) {
    if (asked.path === '/api/auth/login') {
      const { email, password } = formOf(asked);
      const isRight = email === eskizLogin.email && password === eskizLogin.password;
      if (!isRight) return { status: 401, body: { message: 'Invalid credentials' } };
      const token = `eskiz-token-${++eskizTokens.issued}`;
      eskizTokens.valid.add(token);
      return { status: 200, body: { message: 'token_generated', data: { token }, token_type: 'bearer' } };
    }
    const bearer = /^Bearer (.+)$/.exec(String(asked.headers.authorization))?.[1] ?? '';
    if (!eskizTokens.valid.has(bearer)) return { status: 401, body: { message: 'Expired', status: 'token-invalid' } };
    if (asked.path === '/api/user/get-limit') return { status: 200, body: { data: { balance: 4321 } } };
    if (asked.path.startsWith('/api/message/sms/status_by_id/')) {
      return { status: 200, body: { status: 'success', data: { id: asked.path.slice(30), status: 'DELIVRD' } } };
    }
    const refused = eskizRefusals[mood];
    if (refused) return refused;
    const { mobile_phone: phone = '', message: content = '' } = formOf(asked);
    taken.push({ phone, content });
    return { status: 200, body: { id: 'e837dec2', message: 'Waiting for SMS provider', status: 'waiting' } };
  },
};

const playmobileBody = z.object({
  messages: z.tuple([
    z.object({
      recipient: z.string(),
      'message-id': z.string(),
      sms: z.object({ content: z.object({ text: z.string() }) }),
    }),
  ]),
});

const playmobileRefusals: Partial<Record<Mood, Reply>> = {
  number: { status: 400, body: { 'error-code': 202, 'error-description': 'Empty recipient' } },
  balance: { status: 400, body: { 'error-code': 102, 'error-description': 'Account lock' } },
  rateLimit: { status: 429 },
};

/** `broker-api`, as in https://pypi.org/project/playmobile-client/ */
export const playmobile: Service = {
  name: 'playmobile',
  variables: (url) => ({ PLAYMOBILE_URL: url, PLAYMOBILE_LOGIN: 'opora', PLAYMOBILE_PASSWORD: 'playmobile-password' }),
  wrongCredentials: { PLAYMOBILE_PASSWORD: 'wrong-password' },
  secrets: ['playmobile-password', basic('opora', 'playmobile-password')],
  isSending: ({ path }) => path === '/broker-api/send',
  answer({ headers, body }, mood, taken) {
    if (headers.authorization !== basic('opora', 'playmobile-password')) return { status: 401 };
    const refused = playmobileRefusals[mood];
    if (refused) return refused;
    const [message] = playmobileBody.parse(JSON.parse(body)).messages;
    taken.push({ phone: message.recipient, content: message.sms.content.text });
    return { status: 200 };
  },
};

const twilioAccount = 'AC00000000000000000000000000000001';

const twilioRefusals: Partial<Record<Mood, Reply>> = {
  number: { status: 400, body: { code: 21211, message: "The 'To' number is not a valid phone number.", status: 400 } },
  balance: { status: 403, body: { code: 20005, message: 'Account is not active', status: 403 } },
  rateLimit: { status: 429, body: { code: 20429, message: 'Too Many Requests', status: 429 } },
};

/** https://www.twilio.com/docs/messaging/api/message-resource */
export const twilio: Service = {
  name: 'twilio',
  variables: (url) => ({
    TWILIO_URL: url,
    TWILIO_ACCOUNT_SID: twilioAccount,
    TWILIO_AUTH_TOKEN: 'twilio-auth-token',
    TWILIO_FROM: '+15005550006',
  }),
  wrongCredentials: { TWILIO_AUTH_TOKEN: 'wrong-auth-token' },
  secrets: ['twilio-auth-token', basic(twilioAccount, 'twilio-auth-token')],
  isSending: ({ path }) => path.endsWith('/Messages.json'),
  answer(asked, mood, taken) {
    if (asked.headers.authorization !== basic(twilioAccount, 'twilio-auth-token')) {
      return { status: 401, body: { code: 20003, message: 'Authenticate', status: 401 } };
    }
    if (asked.path.endsWith('/Balance.json')) return { status: 200, body: { balance: '4321.00', currency: 'USD' } };
    if (asked.method === 'GET') return { status: 200, body: { sid: 'SM1', status: 'delivered', price: '-0.00750' } };
    const refused = twilioRefusals[mood];
    if (refused) return refused;
    const { To: phone = '', Body: content = '' } = formOf(asked);
    taken.push({ phone: phone.replace('+', ''), content });
    return { status: 201, body: { sid: 'SM1', status: 'queued', price: null } };
  },
};

const telegramBody = z.object({
  request_id: z.string().optional(),
  phone_number: z.string().default(''),
  code: z.string().default(''),
});

const telegramErrors: Partial<Record<Mood, string>> = {
  number: 'PHONE_NUMBER_NOT_FOUND',
  balance: 'BALANCE_NOT_ENOUGH',
  rateLimit: 'FLOOD_WAIT_30',
};

const telegramRequests = { opened: 0, sent: new Set<string>() };

function answerTelegram(asked: Asked, mood: Mood, taken: TakenMessage[]): Reply {
  if (asked.headers.authorization !== 'Bearer telegram-gateway-token') {
    return { status: 200, body: { ok: false, error: 'ACCESS_TOKEN_INVALID' } };
  }
  const error = telegramErrors[mood];
  if (error !== undefined) return { status: 200, body: { ok: false, error } };
  const given = telegramBody.parse(JSON.parse(asked.body));
  const { phone_number: phone, code, request_id: id = `request-${++telegramRequests.opened}` } = given;
  const request = { request_id: id, phone_number: phone, request_cost: 0.01, remaining_balance: 4321 };
  const delivered = { ...request, delivery_status: { status: 'read', updated_at: 1 } };
  if (asked.path === '/sendVerificationMessage') {
    if (telegramRequests.sent.has(id)) return { status: 200, body: { ok: false, error: 'REQUEST_ID_USED' } };
    telegramRequests.sent.add(id);
    taken.push({ phone: phone.replace('+', ''), content: code });
  }
  return { status: 200, body: { ok: true, result: telegramRequests.sent.has(id) ? delivered : request } };
}

/** https://core.telegram.org/gateway/api */
export const telegramGateway: Service = {
  name: 'telegram-gateway',
  variables: (url) => ({ TELEGRAM_GATEWAY_URL: url, TELEGRAM_GATEWAY_TOKEN: 'telegram-gateway-token' }),
  wrongCredentials: { TELEGRAM_GATEWAY_TOKEN: 'wrong-token' },
  secrets: ['telegram-gateway-token'],
  isSending: ({ path }) => path === '/sendVerificationMessage',
  answer: answerTelegram,
};

const ownBody = z.strictObject({ phone: z.string(), text: z.string() });

/** The gateway of an operator: docs/configuration.md, `SMS_URL`. */
export const ownGateway: Service = {
  name: 'http',
  variables: (url) => ({ SMS_URL: `${url}/send?key=own-gateway-key` }),
  wrongCredentials: { SMS_URL: '' },
  secrets: ['own-gateway-key'],
  isSending: () => true,
  answer({ path, body }, mood, taken) {
    if (!path.endsWith('key=own-gateway-key')) return { status: 401 };
    if (mood === 'number') return { status: 400 };
    if (mood === 'balance') return { status: 402 };
    if (mood === 'rateLimit') return { status: 429 };
    const { phone, text: content } = ownBody.parse(JSON.parse(body));
    taken.push({ phone, content });
    return { status: 200 };
  },
};
