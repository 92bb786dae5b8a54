import { expect, it } from 'vitest';
import { isHigherRole, isRole, roles, sessionRoles } from '../roles.ts';

it('ranks moderators above users and admins above both, and no role above itself', () => {
  const higher = roles.flatMap((role) =>
    roles.filter((than) => isHigherRole(role, than)).map((than) => `${role} above ${than}`),
  );
  expect(higher).toEqual(['moderator above user', 'admin above user', 'admin above moderator']);
});

it('gives a session the role only with the second factor', () => {
  expect(roles.map((role) => sessionRoles(role, false))).toEqual([['user'], ['user'], ['user']]);
  expect(roles.map((role) => sessionRoles(role, true))).toEqual([['user'], ['user', 'moderator'], ['user', 'admin']]);
});

it('accepts no other word as a role', () => {
  expect(['admin', 'owner', 'user', '', 'Admin', 'moderator'].filter(isRole)).toEqual(['admin', 'user', 'moderator']);
});
