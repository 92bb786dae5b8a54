import { expect, it } from 'vitest';
import { createPushSender } from './push-sender.server.ts';

const subscription = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};
const keys = async () => ({
  publicKey: 'BFqvFPsiDHeBIaKn05pRGO8wpcnnUPqIWTE93inRMY39fWJOSsKJHsP1XiTTC3dUHqTlR80rsGBtkBl1ArIq7zc',
  privateKey: 'C9RAimPkQBtFpOWjOHZp9idKGCGZMjLMV6ZqfHG8VEE',
});
const message = { payload: { id: 'id', title: 'Донат', body: '', path: '/profile', isMuted: false }, holdSeconds: 60 };

it.each([
  'http://push.example.com/1',
  'https://127.0.0.1/1',
  'https://[::1]/1',
  'https://localhost/1',
  'https://169.254.169.254/latest',
  'https://10.0.0.1/1',
  'https://db.internal/1',
  'https://0x7f000001/1',
])('in production nothing is sent to %s, which is no public https address', async (endpoint) => {
  const send = createPushSender({ keys, contact: 'mailto:operator@example.com', isOpen: false });
  expect(await send({ ...subscription, endpoint }, message)).toEqual({ kind: 'gone' });
});
