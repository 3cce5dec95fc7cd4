/* message.h - messages of a generated model with what they show. */
#ifndef DTC_MESSAGE_H
#define DTC_MESSAGE_H

#include "../dtc_runtime.h"

/* message.c: message `number` with the values it shows, as it is due now. */
void message_text(const dtc_model_info *info, const void *model, int number, char *text, size_t size);

#endif
