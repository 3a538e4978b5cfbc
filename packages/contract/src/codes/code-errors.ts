/** Errors about giving a user a referral code. */
export const codeErrors = {
  CODE_TAKEN: {
    status: 409,
    title: 'The referral code is taken',
    when: 'The requested referral code belongs, or once belonged, to another user of the program, or is a reserved word.',
    remedy: 'Request another code, or omit it to have one generated.',
  },
  CODE_CHOICE_OFF: {
    status: 403,
    title: 'People do not choose their codes',
    when: 'A user of a page chose a referral code, and the program does not have `referrersChooseCodes`.',
    remedy: 'Turn `referrersChooseCodes` on in the program, or give the user the code from your server.',
  },
  CODE_CHOICES_USED: {
    status: 409,
    title: 'The user has chosen enough codes',
    when: 'The user has had five codes beside the first, and chose another one.',
    remedy: 'Go back to a former code of the user, or give them another one from your server.',
  },
} as const
