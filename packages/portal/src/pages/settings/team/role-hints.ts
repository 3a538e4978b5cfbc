import { roleWords } from '../../../session/role-words.ts'
import type { StaffRole } from '../../../session/session.ts'

/** What each role may do. */
const roleHints: Readonly<Record<StaffRole, string>> = {
  owner: 'Everything, and manages the team.',
  admin: 'Everything but managing the team: programs, rewards, keys, connections, imports and exports.',
  reviewer: 'Sees everything but administration, and decides about referrals.',
  analyst: 'Sees everything but administration, and changes nothing.',
}

const roles = ['owner', 'admin', 'reviewer', 'analyst'] as const

/** The roles to choose from. */
export const roleChoices = roles.map((value) => ({ value, label: roleWords[value], hint: roleHints[value] }))
