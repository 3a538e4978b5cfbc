/** ID of the customer that the check of the custom field creates and deletes. Nothing else has it. */
export const SETUP_CHECK_ID = 'goodword-setup-check'
