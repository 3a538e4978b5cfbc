/** The last millisecond of the year 9999. Later dates have no common written form: neither JavaScript nor PostgreSQL writes them as before. */
export const LAST_TIME = 253_402_300_799_999
