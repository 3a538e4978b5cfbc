import type { ProgramSettings } from '@goodword/contract/program/program'

/** The settings that a program with invitations needs. */
export const invitationSettings: Pick<ProgramSettings, 'emails' | 'invitations'> = {
  invitations: 'ON',
  emails: {
    fromAddress: 'rewards@example.com',
    fromName: 'Postal Shop',
    postalAddress: 'Postal Shop Ltd, 1 Main Street, Springfield',
    privacyPage: 'https://www.example.com/privacy',
  },
}
