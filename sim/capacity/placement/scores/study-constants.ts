// The constants by which the scores of the FGD study (Weng et al., USENIX ATC 2023) divide. They are those of its largest node.

export const CPU_MILLI = 128_000;
export const GPU_MILLI = 8_000;
