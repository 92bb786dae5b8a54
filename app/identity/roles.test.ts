import { expect, it } from 'vitest';
import { isHigherRole, isRole, roles, sessionRoles } from './roles.ts';

it('puts moderators above users and admins above both, and nobody above his own role', () => {
  const higher = roles.flatMap((role) =>
    roles.filter((than) => isHigherRole(role, than)).map((than) => `${role} above ${than}`),
  );
  expect(higher).toEqual(['moderator above user', 'admin above user', 'admin above moderator']);
});

it('carries the role into a session by the second factor alone', () => {
  expect(roles.map((role) => sessionRoles(role, false))).toEqual([['user'], ['user'], ['user']]);
  expect(roles.map((role) => sessionRoles(role, true))).toEqual([['user'], ['user', 'moderator'], ['user', 'admin']]);
});

it('takes no other word for a role', () => {
  expect(['admin', 'owner', 'user', '', 'Admin', 'moderator'].filter(isRole)).toEqual(['admin', 'user', 'moderator']);
});
