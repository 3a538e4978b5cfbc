import type { Problem } from '../../protocol/problems.ts'

/** What can be wrong with a request about a dispute. */
export const disputeProblems = {
  cannotAddEvidence: {
    code: '95701',
    attribute: 'status',
    message: 'Evidence can only be attached to disputes that are in an Open state',
  },
  cannotRemoveEvidence: {
    code: '95702',
    attribute: 'status',
    message: 'Evidence can only be removed from disputes that are in an Open state',
  },
  cannotAccept: {
    code: '95704',
    attribute: 'status',
    message: 'Disputes can only be accepted when they are in an Open state',
  },
  cannotFinalize: {
    code: '95705',
    attribute: 'status',
    message: 'Disputes can only be finalized when they are in an Open state',
  },
  categoryInvalid: {
    code: '95706',
    attribute: 'evidence',
    message: 'The category you supplied on the evidence record is not valid',
  },
  textTooLong: {
    code: '95708',
    attribute: 'evidence',
    message: 'Evidence content is too long',
  },
  documentOnly: {
    code: '95712',
    attribute: 'evidence',
    message: 'Only file evidence can be provided for this category',
  },
} satisfies Readonly<Record<string, Problem>>
