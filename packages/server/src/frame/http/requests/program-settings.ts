import { ProgramSettings } from '@goodword/contract/program/program'
import { responseSerializer } from './response-serializer.ts'

/**
 * The settings of a program in a request, without unknown fields: settings are stored as they are, and an unknown field inside
 * a reward or a rule would be stored with them.
 */
export const withKnownFields = responseSerializer(ProgramSettings)
