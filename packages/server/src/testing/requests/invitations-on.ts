import type { ProgramSettings } from '@goodword/contract/program/program'
import type { TestService } from '../test-service.ts'

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

export async function invitationsOn(service: TestService): Promise<void> {
  await service.setProgram(invitationSettings)
}
