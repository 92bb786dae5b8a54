/** The role of a user. On the wire `roles` is `user` and, in a session with the second factor, one more. */
export const roles = ['user', 'moderator', 'admin'] as const;

export type Role = (typeof roles)[number];

/** The roles of a session: moderator and admin only with the second factor (docs/rules.md#roles). */
export function sessionRoles(role: Role, hasSecondFactor: boolean): readonly Role[] {
  return role === 'user' || !hasSecondFactor ? ['user'] : ['user', role];
}

const rank: Readonly<Record<Role, number>> = { user: 0, moderator: 1, admin: 2 };

/** Whether the first role is higher than the second. */
export function isHigherRole(role: Role, than: Role): boolean {
  return rank[role] > rank[than];
}

/** Whether a text is a role. */
export function isRole(word: string): word is Role {
  return roles.some((role) => role === word);
}
