/** One address, as far as a mail server would look at it. */
export const isMailAddress = (text: string): boolean => /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(text);
