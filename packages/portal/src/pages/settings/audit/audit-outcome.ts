/** Whether the change was made: null if it was. */
export function outcomeText(details: Readonly<Record<string, unknown>>): string | null {
  switch (details.outcome) {
    case 'REFUSED':
      return typeof details.errorCode === 'string' ? `Refused: ${details.errorCode}` : 'Refused'
    case 'FAILED':
      return 'Failed'
    case 'UNCHANGED':
      return 'Nothing changed'
    default:
      return null
  }
}
