/** `replaceProgram` as `Replace program`, `STAFF_INVITED` as it is. */
export function actionText(action: string): string {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(action)) return action
  const words = action.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

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
