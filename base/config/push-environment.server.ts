import { z } from 'zod';

const group = 'messages';

/** The variables of notices in browsers (Web Push). */
export const pushVariables = {
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional()
    .meta({
      form: 'a private key of VAPID, 43 characters of base64url',
      group,
      description: 'Signs notices to browsers (VAPID); with another key every browser must be asked again',
      isSecret: true,
      unset: 'the server makes a key and stores it sealed with `JWT_SECRET`',
    }),
  PUSH_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/)
    .optional()
    .meta({
      form: 'mailto:… or https://…',
      group,
      description: 'Where push services reach the operator if notices to browsers cause trouble',
      unset: '`PUBLIC_URL`',
    }),
} as const;
