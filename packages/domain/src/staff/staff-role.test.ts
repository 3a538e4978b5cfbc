import { expect, test } from 'vitest'
import { rolesAllowed, type StaffOperation, type StaffRole } from './staff-role.ts'

const cases: readonly (readonly [StaffOperation, readonly StaffRole[]])[] = [
  [{ scope: 'read' }, ['owner', 'admin', 'reviewer', 'analyst']],
  [{ scope: 'write' }, ['owner', 'admin']],
  [{ scope: 'money' }, ['owner', 'admin']],
  [{ scope: 'admin' }, ['owner', 'admin']],
  [{ scope: 'write', staffRoles: ['owner', 'admin', 'reviewer'] }, ['owner', 'admin', 'reviewer']],
  [{ scope: 'admin', staffRoles: ['owner'] }, ['owner']],
]

test.for(cases)('the roles for %o are %o', ([operation, roles]) => {
  expect(rolesAllowed(operation)).toEqual(roles)
})
