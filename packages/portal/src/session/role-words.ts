import type { StaffRole } from './session.ts'

/** What the roles are called. */
export const roleWords: Readonly<Record<StaffRole, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  reviewer: 'Reviewer',
  analyst: 'Analyst',
}
