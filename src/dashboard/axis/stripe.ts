/** Device pixels from one stripe to the next, and how many of them are colored. */
export const STRIPE = 6;
export const STRIPE_COLORED = 3;
