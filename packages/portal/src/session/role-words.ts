import { type StaffRole, staffRoles } from '@goodword/domain/staff/staff-role'

/** The name and the rights of each role. */
export const roleWords: Readonly<Record<StaffRole, { readonly name: string; readonly hint: string }>> = {
  owner: { name: 'Owner', hint: 'Everything, and manages the team.' },
  admin: {
    name: 'Admin',
    hint: 'Everything but managing the team: programs, rewards, keys, connections, imports and exports.',
  },
  reviewer: { name: 'Reviewer', hint: 'Sees everything but administration, and decides about referrals.' },
  analyst: { name: 'Analyst', hint: 'Sees everything but administration, and changes nothing.' },
}

/** The roles to choose from. */
export const roleChoices = staffRoles.map((value) => {
  const { name: label, hint } = roleWords[value]
  return { value, label, hint }
})

/** The name of a role; a newer service may have one that this page does not know. */
export function roleName(role: string): string {
  return Object.hasOwn(roleWords, role) ? roleWords[role as StaffRole].name : role
}
